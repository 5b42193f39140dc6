"""Parts of the server for its operators: audit, backup, activity, removal of players, and limits of the process."""
