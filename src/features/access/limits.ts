/** Characters of the admin password. */
export const PASSWORD_LENGTH = 1024;
