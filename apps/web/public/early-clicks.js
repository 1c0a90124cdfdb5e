// A button of a built page does nothing until the scripts are there. What was pressed before is pressed again then,
// each once, however often an impatient hand tried. A file of its own, since the page allows no inline script.
(() => {
  const pressed = new Set();
  const keep = ({ target }) => {
    const button = target.closest?.('button');
    if (button) pressed.add(button);
  };
  addEventListener('click', keep, true);
  addEventListener(
    'awake',
    () => {
      removeEventListener('click', keep, true);
      for (const button of pressed) button.click();
    },
    { once: true },
  );
})();
