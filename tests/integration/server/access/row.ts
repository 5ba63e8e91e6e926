import type { Stage, World } from './world.ts'

/**
 * What a call needs besides its menus.
 * - site, column: refused without them. code: refused without the column and its permission code. super: refused to all
 *   but super administrators.
 * - own sites: answers all who have the menus, but with what is of their sites. own columns: as site, but with the
 *   columns that are theirs. nothing: the same for all who have the menus.
 */
export interface Row {
  needs: 'site' | 'column' | 'code' | 'super' | 'own sites' | 'own columns' | 'nothing'
  input: (world: World & { made: number }) => unknown
  /** Readies the world; an id that it answers is the input's `made`. */
  before?: (stage: Stage) => Promise<unknown>
}
