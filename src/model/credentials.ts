/** Length of a new password in code points, after normalisation, as NIST SP 800-63B counts them. */
export const passwordLength = { min: 10, max: 200 } as const;

/** The longest e-mail address that fits a mail envelope (RFC 5321, 4.5.3.1.3), in characters. */
export const emailLength = 254;

/** The form of an e-mail address, without surrounding white space. Mail servers check the rest. */
export const emailForm = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;
