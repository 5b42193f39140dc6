// Says so where the browser is too old for the page. In the language of old browsers, for they have to read it.
(function () {
  var isNew =
    "noModule" in document.createElement("script") &&
    typeof Object.hasOwn === "function" &&
    typeof Array.prototype.at === "function" &&
    typeof HTMLDialogElement === "function" &&
    typeof CSSContainerRule === "function" &&
    CSS.supports("color", "light-dark(#000, #fff)");
  if (isNew) return;
  var isRussian = /^ru/i.test(navigator.language || "");
  document.getElementById("page").textContent = isRussian
    ? "Странице нужен более новый браузер. Терминальный клиент тоже умеет всё."
    : "This page needs a newer browser. The terminal client plays everything, too.";
})();
