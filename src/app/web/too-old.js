/* For a browser that cannot run the page, such as a hotel's television, so it is written for the oldest. Inlined under a CSP hash. */
setTimeout(function () {
  var root = document.documentElement;
  if (root.getAttribute('data-alive') || !document.body) return;
  var note = document.createElement('p');
  note.setAttribute('role', 'alert');
  // The Content-Security-Policy refuses a style in an attribute.
  note.style.cssText =
    'position:fixed;left:0;right:0;bottom:0;z-index:99;margin:0;padding:16px;' +
    'background:#fbf5e8;color:#1b2145;font:20px/1.4 sans-serif';
  note.textContent =
    'This page has not started yet. If it does not, this browser is too old: ' +
    'use Chrome 114, Edge 114, Safari 16.4, Firefox 121 or a newer one.';
  document.body.appendChild(note);
  var timer = setInterval(function () {
    if (!root.getAttribute('data-alive') || !note.parentNode) return;
    clearInterval(timer);
    note.parentNode.removeChild(note);
  }, 1000);
}, 10000);
