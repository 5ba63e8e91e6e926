/** A folder of this machine that the user opened to the sync. */
export interface ChosenFolder {
  grant: string
  label: string
}

/** A template that is to be synced, or is. */
export interface SyncedTemplate {
  /** Its folder on the server. */
  folder: string
  name: string
}
