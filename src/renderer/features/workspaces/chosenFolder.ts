/** A folder of this machine that the user has granted to the sync. */
export interface ChosenFolder {
  grant: string
  label: string
}

/** A template that is synced or about to be. */
export interface SyncedTemplate {
  /** Its folder on the server. */
  folder: string
  name: string
}
