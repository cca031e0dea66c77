import { createHash } from 'node:crypto';
import type { Page } from '../api/routes/pages.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f4f1ea, #15171c); }
  main { box-sizing: border-box; width: min(24rem, 100% - 2rem); padding: 2rem; border-radius: 1rem;
    background: light-dark(#fffdf8, #1f232b); color: light-dark(#26221c, #eceff4);
    box-shadow: 0 1px 2px #0003, 0 12px 32px #0002; }
  h1 { margin: 0 0 .25rem; font-size: 1.4rem; }
  p { margin: 0 0 1.25rem; color: light-dark(#655d50, #a8b0bd); }
  label { display: block; margin-bottom: .25rem; font-weight: 600; }
  input { box-sizing: border-box; width: 100%; padding: .65rem .75rem; margin-bottom: 1rem; font: inherit;
    border: 1px solid light-dark(#a49a88, #596273); border-radius: .5rem; background: transparent; color: inherit; }
  button { width: 100%; padding: .7rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 600;
    background: light-dark(#26221c, #eceff4); color: light-dark(#fffdf8, #15171c); cursor: pointer; }
  button:disabled { opacity: .6; cursor: default; }
  :focus-visible { outline: 3px solid #5b8def; outline-offset: 2px; }
  [role=status] { margin: 1rem 0 0; min-height: 1.5em; }`;

const script = `
  const form = document.querySelector('form');
  const told = document.querySelector('[role=status]');
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  if (token === '') told.textContent = 'This address lacks its token: open the link as you were given it.';
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button.disabled = true;
    told.textContent = '';
    try {
      const answer = await fetch('api/v1/password', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, password: form.password.value }),
      });
      const body = await answer.json();
      if (!body.success) throw new Error(body.message);
      form.hidden = true;
      told.textContent = 'The password is set, and you are logged in as ' + body.user.email + '.';
    } catch (error) {
      told.textContent = error.message;
      button.disabled = false;
    }
  });`;

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Set your password · tierpress</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Set your password</h1>
<p>At least ten characters. The link you came by works once.</p>
<form>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="10" maxlength="200" required>
<button>Set password</button>
</form>
<div role="status" aria-live="polite"></div>
</main>
<script>${script}</script>
</body>
</html>
`;

const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Where a one-time link leads. Its token stands behind the `#`, which is never sent. */
export const passwordPage: Page = { html, policy };

/** A source of a Content-Security-Policy: this very text and no other. */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
