/** Most characters of the admin password. */
export const PASSWORD_LIMIT = 1024;
