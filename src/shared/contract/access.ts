import type { ContentAction } from '../domain/contentAccess.ts'

/**
 * A path in the parsed input ('siteId', 'siteIds[]', 'list[].classId', '[]') and the right that its ids require. An id
 * that is 0 or absent requires none.
 * - site: the caller may work in the site.
 * - content: the caller may do one of the actions on the column's content (B·§6, domain/contentAccess).
 * - column: the column itself is granted to the caller, a system menu included; changing a system menu requires a super
 *   administrator (domain/columnAccess). The handler checks the column's own flags, which need its record.
 */
export type AccessTarget<P extends string = string> =
  | { of: 'site'; path: P }
  | { of: 'content'; path: P; actions: readonly ContentAction[] }
  | { of: 'column'; path: P; changes: boolean }

interface SignedIn<P extends string> {
  /** All of them are enforced before the handler runs. */
  places?: readonly AccessTarget<P>[]
}

/**
 * Who may call an API operation. The server enforces it for every call before the handler runs (http/bind.ts); the
 * renderer uses the same value to hide unavailable actions (domain/callAccess.ts).
 * - open: no session needed. session: any signed-in account, even if its role grants nothing. role: an account whose
 *   role grants something.
 * - menu: one of the system menus is granted (in any site entry of the authority map); `code` additionally requires
 *   this permission id on the menu.
 * Rights that depend on a stored record (the site of a label named by its id) are checked where the record is read.
 */
export type Access<P extends string = string> =
  | { kind: 'open' }
  | ({ kind: 'session' } & SignedIn<P>)
  | ({ kind: 'role' } & SignedIn<P>)
  | ({ kind: 'menu'; menus: readonly number[]; code?: number } & SignedIn<P>)

type Keys<T, V> = { [K in keyof T & string]-?: NonNullable<T[K]> extends V ? K : never }[keyof T & string]
type InList<E> = E extends number ? '' : E extends object ? `.${Keys<E, number>}` : never
/** Paths of the parsed input that hold numbers, in the notation of `AccessTarget.path`. */
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

/** Requires the menu and, on it, the permission id of a button. */
export const button = (menuId: number, code: number): Access<never> => ({ kind: 'menu', menus: [menuId], code })

/** A number is short for `menu(number)`. */
type Base<P extends string> = number | Access<P>

function within<P extends string, Q extends string>(base: Base<P>, ...places: AccessTarget<Q>[]): Access<P | Q> {
  const access: Access<P | Q> = typeof base === 'number' ? menu(base) : base
  if (access.kind === 'open') throw new Error('an open call has no account whose sites could be checked')
  return { ...access, places: [...(access.places ?? []), ...places] }
}

/** Requires the menu (or `base`) and every site named at the paths. */
export const site = <Q extends string, P extends string = never>(base: Base<P>, ...paths: Q[]): Access<P | Q> =>
  within(base, ...paths.map((path) => ({ of: 'site' as const, path })))

/** Requires one of the actions on the content of every column named at the path. */
export function column<Q extends string>(actions: ContentAction | readonly ContentAction[], path: Q): Access<Q>
export function column<Q extends string, P extends string>(
  actions: ContentAction | readonly ContentAction[],
  path: Q,
  base: Base<P>,
): Access<P | Q>
export function column(actions: ContentAction | readonly ContentAction[], path: string, base: Base<string> = role) {
  return within(base, { of: 'content', path, actions: [actions].flat() })
}

/** Requires a grant of every column named at the path, for reading or changing the column. */
export const grantedColumn = <Q extends string, P extends string = never>(
  use: 'read' | 'change',
  path: Q,
  base: Base<P>,
): Access<P | Q> => within(base, { of: 'column', path, changes: use === 'change' })
