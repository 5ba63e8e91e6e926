/** Key prefixes of the marks of complete backups, and of their files. */
export const BACKUP_MARKS = 'backups/marks/'
export const BACKUP_DATA = 'backups/data/'
/** Key prefix of temporary files, which rows of `kept_file` refer to. */
export const EXPIRING_FILES = 'kept/'
/** Key prefix of the temporary objects that test the store's permissions and clock. */
export const PERMISSION_PROBES = 'rights/'
/** Key prefix of the marks of the database that owns the store. */
export const OWNER_MARKS = 'owners/'
