/** What the viewer's controls are for that do not say so, by where they stand. */
const names: readonly (readonly [selector: string, name: string])[] = [
  ['.body-param__text', 'Request body'],
  ['.examples-select select', 'Example'],
  ['.content-type', 'Media type'],
  ['.close-modal', 'Close'],
  ['select, input, textarea', 'Value'],
];

/** Of those that the viewer names in other words than it shows, which who speaks to the browser could not say. */
const misnamed: readonly (readonly [selector: string, name: string])[] = [
  ['[aria-label="Apply credentials"]', 'Authorize: apply the key'],
  ['[aria-label="Remove authorization"]', 'Logout: remove the key'],
];

/** Mends the viewer's elements as they appear, for people who hear a page, speak to it, or have no mouse. */
export function mendViewer(root: HTMLElement): void {
  const mend = (): void => {
    nameControls(root);
    // Long texts scroll, which keys can do only where the focus can be.
    for (const text of root.querySelectorAll<HTMLElement>('pre')) text.tabIndex = 0;
    for (const table of root.querySelectorAll('table[role=region]')) {
      table.setAttribute('aria-label', table.id.replaceAll('_', ' '));
    }
  };
  new MutationObserver(mend).observe(root, { childList: true, subtree: true });
}

function nameControls(root: HTMLElement): void {
  for (const control of root.querySelectorAll<HTMLElement>('select, input, textarea, .close-modal')) {
    if (isNamed(control)) continue;
    const [, name = ''] = names.find(([selector]) => control.matches(selector)) ?? [];
    control.setAttribute('aria-label', control.getAttribute('placeholder') ?? name);
  }
  for (const [selector, name] of misnamed) {
    for (const control of root.querySelectorAll(selector)) control.setAttribute('aria-label', name);
  }
}

function isNamed(control: HTMLElement): boolean {
  if (control.hasAttribute('aria-label') || control.hasAttribute('aria-labelledby')) return true;
  return 'labels' in control && control.labels instanceof NodeList && control.labels.length > 0;
}
