// The one stream of this tab.

import { AttendStream } from "./attend_stream";

export const stream = new AttendStream();
