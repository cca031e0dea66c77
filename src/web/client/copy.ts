// Shows the copy buttons where the browser can copy.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  if (!('clipboard' in navigator)) break;
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    } catch {
      // The text next to the button can still be copied by hand.
      return;
    }
    button.textContent = button.dataset['copied'] ?? label;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

export {};
