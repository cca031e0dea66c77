/** Names for viewer controls that have none, by selector. */
const names: readonly (readonly [selector: string, name: string])[] = [
  ['.body-param__text', 'Request body'],
  ['.examples-select select', 'Example'],
  ['.content-type', 'Media type'],
  ['.close-modal', 'Close'],
  ['select, input, textarea', 'Value'],
];

/** Names for controls whose accessible name lacks the visible text, which voice control needs. */
const misnamed: readonly (readonly [selector: string, name: string])[] = [
  ['[aria-label="Apply credentials"]', 'Authorize: apply the key'],
  ['[aria-label="Remove authorization"]', 'Logout: remove the key'],
];

/** Corrects the viewer's elements as they appear, for screen readers, voice control and keyboards. */
export function fixAccessibility(root: HTMLElement): void {
  const fix = (): void => {
    nameControls(root);
    // A long text scrolls, which takes a focusable element by keyboard.
    for (const text of root.querySelectorAll<HTMLElement>('pre')) text.tabIndex = 0;
    for (const table of root.querySelectorAll('table[role=region]')) {
      table.setAttribute('aria-label', table.id.replaceAll('_', ' '));
    }
  };
  new MutationObserver(fix).observe(root, { childList: true, subtree: true });
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
