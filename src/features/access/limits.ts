/** Characters. */
export const PASSWORD_LIMIT = 1024;
