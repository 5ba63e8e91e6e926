/** Marks of whole backups, and their files. */
export const BACKUP_MARKS = 'backups/marks/'
export const BACKUP_DATA = 'backups/data/'
/** Files that stay for a while; rows of `kept_file` name them. */
export const EXPIRING = 'kept/'
/** Objects that only try a right out. */
export const RIGHTS = 'rights/'
/** Marks that say which database the store belongs to. */
export const OWNERS = 'owners/'
