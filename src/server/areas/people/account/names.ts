/** What a user name is known by: neither the case of its letters nor their width makes another account. */
export const usernameKeyOf = (username: string): string => username.normalize('NFKC').trim().toLowerCase()
