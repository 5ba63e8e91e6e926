import type { ContentAction } from '../domain/contentAccess.ts'

/**
 * A path in the parsed input at which ids stand, all of which the caller must be allowed to name: 'siteId',
 * 'siteIds[]', 'list[].classId', '[]'. An id that is 0 or absent needs no permission.
 * - site: the caller may work in the site.
 * - content: the caller may do one of the actions to the column's content (B·§6, domain/contentAccess).
 * - column: the caller holds the column itself, a system menu included; changing a system menu needs a super
 * administrator (domain/columnAccess). The column's own flags need its record and are checked by the handler.
 */
export type AccessTarget<P extends string = string> =
  | { of: 'site'; path: P }
  | { of: 'content'; path: P; actions: readonly ContentAction[] }
  | { of: 'column'; path: P; changes: boolean }

interface Signed<P extends string> {
  /** Enforced before the handler runs, all of them. */
  places?: readonly AccessTarget<P>[]
}

/**
 * Who may call an API operation. The server enforces it for every call before the handler runs (http/bind.ts), the
 * renderer uses the same value to hide what can't be done (domain/callAccess.ts).
 * - open: no session needed. session: any signed-in account, also one whose role grants nothing. role: one whose role
 *   grants something.
 * - menu: one of the system menus is granted (in any site entry of the authority map); with `code`, the permission id must be
 *   granted on the menu too.
 *
 * What only a record knows (the site of a label that is named by its id) is checked where the record is read.
 */
export type Access<P extends string = string> =
  | { kind: 'open' }
  | ({ kind: 'session' } & Signed<P>)
  | ({ kind: 'role' } & Signed<P>)
  | ({ kind: 'menu'; menus: readonly number[]; code?: number } & Signed<P>)

type Keys<T, V> = { [K in keyof T & string]-?: NonNullable<T[K]> extends V ? K : never }[keyof T & string]
type InList<E> = E extends number ? '' : E extends object ? `.${Keys<E, number>}` : never
/** The places of a parsed input that hold numbers, as `Place.path` writes them. */
export type IdPaths<T> = T extends readonly (infer E)[]
  ? `[]${InList<E>}`
  : T extends object
    ? | Keys<T, number>
      | {
          [K in keyof T & string]-?: NonNullable<T[K]> extends readonly (infer E)[] ? `${K}[]${InList<E>}` : never
        }[keyof T & string]
    : never

export const open: Access<never> = { kind: 'open' }
export const session: Access<never> = { kind: 'session' }
export const role: Access<never> = { kind: 'role' }
export const menu = (...menus: number[]): Access<never> => ({ kind: 'menu', menus })

/** A button of a menu's screen: the menu and its permission id are required. */
export const button = (menuId: number, code: number): Access<never> => ({ kind: 'menu', menus: [menuId], code })

/** The menu's number stands for `menu(number)`. */
type Base<P extends string> = number | Access<P>

function within<P extends string, Q extends string>(base: Base<P>, ...places: AccessTarget<Q>[]): Access<P | Q> {
  const access: Access<P | Q> = typeof base === 'number' ? menu(base) : base
  if (access.kind === 'open') throw new Error('an open call knows nobody who could be asked for a site')
  return { ...access, places: [...(access.places ?? []), ...places] }
}

/** The menu (or `base`) is required, and every site named at the paths. */
export const site = <Q extends string, P extends string = never>(base: Base<P>, ...paths: Q[]): Access<P | Q> =>
  within(base, ...paths.map((path) => ({ of: 'site' as const, path })))

/** One of the actions is required on the content of every column named at the path. */
export function column<Q extends string>(actions: ContentAction | readonly ContentAction[], path: Q): Access<Q>
export function column<Q extends string, P extends string>(
  actions: ContentAction | readonly ContentAction[],
  path: Q,
  base: Base<P>,
): Access<P | Q>
export function column(actions: ContentAction | readonly ContentAction[], path: string, base: Base<string> = role) {
  return within(base, { of: 'content', path, actions: [actions].flat() })
}

/** Every column named at the path is required, for reading or, with `change`, for changing it. */
export const heldColumn = <Q extends string, P extends string = never>(
  use: 'read' | 'change',
  path: Q,
  base: Base<P>,
): Access<P | Q> => within(base, { of: 'column', path, changes: use === 'change' })
