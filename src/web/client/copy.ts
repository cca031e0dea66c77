// Copy buttons: they appear only where copying works.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  if (!('clipboard' in navigator)) break;
  button.hidden = false;
  const usual = button.textContent;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    } catch {
      // It stands beside the button, to be copied by hand.
      return;
    }
    button.textContent = button.dataset['copied'] ?? usual;
    setTimeout(() => {
      button.textContent = usual;
    }, 2000);
  });
}

export {};
