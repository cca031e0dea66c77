/** What the viewer's controls without a label are for, by where they stand. */
const names: readonly (readonly [selector: string, name: string])[] = [
  ['.body-param__text', 'Request body'],
  ['.examples-select select', 'Example'],
  ['.content-type', 'Media type'],
  ['.parameters select', 'Value'],
  ['select, input, textarea', 'Value'],
];

/** Gives those controls of the viewer a name that have none, as they appear: for people who hear a page. */
export function nameControls(root: HTMLElement): void {
  const apply = (): void => {
    for (const control of root.querySelectorAll<HTMLElement>('select, input, textarea')) {
      if (isNamed(control)) continue;
      const [, name = ''] = names.find(([selector]) => control.matches(selector)) ?? [];
      control.setAttribute('aria-label', control.getAttribute('placeholder') ?? name);
    }
  };
  new MutationObserver(apply).observe(root, { childList: true, subtree: true });
}

function isNamed(control: HTMLElement): boolean {
  if (control.hasAttribute('aria-label') || control.hasAttribute('aria-labelledby')) return true;
  return 'labels' in control && control.labels instanceof NodeList && control.labels.length > 0;
}
