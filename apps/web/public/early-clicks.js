// A button of a prerendered page does nothing until the page is hydrated. Each button that was clicked before is clicked
// once afterwards, however often the user clicked. A separate file, since the page's policy allows no inline script.
(() => {
  const pressed = new Set();
  const keep = ({ target }) => {
    const button = target.closest?.('button');
    if (button) pressed.add(button);
  };
  addEventListener('click', keep, true);
  addEventListener(
    'hydrated',
    () => {
      removeEventListener('click', keep, true);
      for (const button of pressed) button.click();
    },
    { once: true },
  );
})();
