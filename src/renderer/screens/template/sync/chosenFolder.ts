/** A folder of this machine that the user opened to the sync. */
export interface ChosenFolder {
  grant: string
  label: string
}
