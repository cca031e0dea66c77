// Loads the viewer, which is large, when it is about to scroll into view or the address points into it.
const reference = document.querySelector<HTMLElement>('#reference');

if (reference) {
  const show = async (): Promise<void> => {
    const { showReference } = await import('./viewer/viewer.ts');
    showReference(reference);
  };
  if (location.hash.startsWith('#/')) void show();
  else {
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        watch.disconnect();
        void show();
      },
      { rootMargin: '100px' },
    );
    watch.observe(reference);
  }
}

export {};
