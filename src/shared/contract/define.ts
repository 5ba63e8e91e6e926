import { z } from 'zod'
import type { TokenScopeKey } from '../domain/tokenScopes.ts'
import type { FactKind } from '../errors/facts.ts'
import type { Access, IdPaths } from './access.ts'

export { type Access, button, column, heldColumn, menu, open, role, session, site } from './access.ts'

/** Largest body of a call, in bytes as sent. */
export const BODY = {
  /** Before sign-in, where anybody may send it. */
  open: 64 * 1024,
  /** Forms and lists of ids. */
  form: 1024 * 1024,
  /** A piece of a file as base64, and forms of many rows. */
  rows: 8 * 1024 * 1024,
  /** A whole page or article of 20 MB with its escapes. */
  texts: 48 * 1024 * 1024,
} as const

/** A call of the CMS API. Server route, client, OpenAPI, hooks and tests are derived from this object alone. */
export interface ApiOperation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  kind: 'api'
  method: 'GET' | 'POST'
  /** Relative to the base URL; `{id}` stands for the input field of that name. */
  path: string
  /** Number in calls.md; absent for the project's own additions. */
  call?: number
  /** Chinese name: title in the operation log and in the API document. */
  title: string
  /** What its area is called in the operation log; one operation of the area says it for all (`areas`). */
  area?: string
  /** read: cached by the renderer. write: in a transaction, logged, makes queries stale. */
  effect: 'read' | 'write'
  access: Access
  /** API tokens with one of these scopes may call it; absent: none may. */
  scopes?: readonly TokenScopeKey[]
  /** Reads one record by its id: the operation log compares its answers before and after a change of this record. */
  record?: true
  input: I
  output: O
  /** What it refuses with facts (errors/facts), besides `missing` and, when its input has a `version`, `changed`. */
  errors?: readonly FactKind[]
  /** Message of a 200 answer; the screens show the server's msg. */
  success?: string
  /** Operations whose cached answers a success makes stale. */
  stale?: readonly string[]
  /** Carries or answers secrets: only the host's services may call it, never the renderer; not logged. */
  hostOnly?: boolean
  /**
   * Fields of the input that hold a password: the host encrypts them with the server's public key (C·§3), when the page
   * sends one; '' and what is absent stay as they are.
   */
  encrypts?: readonly string[]
  /** Fields of the input that say something about a person: the operation log keeps that they were sent, not what they say. */
  personal?: readonly string[]
  /** May be called by an account that has to change its password before anything else. */
  beforePasswordChange?: boolean
  /** May be called by an account that has to set up its second factor before anything else; `beforePasswordChange` may, too. */
  beforeSecondFactor?: boolean
  /** Most that its body may have; absent: BODY.open before sign-in, else BODY.form. Multipart calls have limits of their own. */
  body?: keyof typeof BODY
  /**
   * Asked again and again without anybody doing something (polling, long waits): it needs a session and does not prolong its
   * idle life.
   */
  background?: boolean
  /** May take minutes (archives, copies of whole templates): callers wait longer for the answer. */
  slow?: boolean
  /** An open call that looks at an API token when there is one: it answers more, or is refused without. */
  takesToken?: boolean
  /**
   * Requests of one address per minute and process, for open calls with which passwords could be guessed, and those that
   * read much for anybody. What holds over all processes are the failed sign-ins, which the database counts.
   */
  rate?: number
  /** Begins a session: counted among the sign-ins. */
  signsIn?: true
  /** A write that is answered where a backup is looked at. */
  whileReadOnly?: true
  /** The input is not sent as JSON or form (multipart upload); the generic binders leave it alone. */
  raw?: boolean
  /** Answers the address of a sheet that was written for it; the host fetches it (sheets.download). */
  sheet?: boolean
}

/** The body limit of a call in bytes, multipart excluded. */
export const bodyLimit = ({ access, body }: Pick<ApiOperation, 'access' | 'body'>): number =>
  BODY[body ?? (access.kind === 'open' ? 'open' : 'form')]

/** The kinds of facts that the call's errors may carry. */
export const factsOf = ({ errors = [], input }: Pick<ApiOperation, 'errors' | 'input'>): readonly FactKind[] => [
  'missing',
  ...('version' in (z.toJSONSchema(input, { io: 'input' }).properties ?? {}) ? (['changed'] as const) : []),
  ...errors,
]

/** A local service of the host (keychain session, workspaces, uploads, settings). */
export interface HostOperation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  kind: 'host'
  title: string
  effect: 'read' | 'write'
  input: I
  output: O
  stale?: readonly string[]
}

export type Operation = ApiOperation | HostOperation

/** Area of an operation: what stands before the point of its name. */
export const areaOf = (name: string): string => name.split('.')[0] ?? ''

/** Says what the areas of these operations are called in the operation log. */
export const areas =
  (titles: Readonly<Record<string, string>>) =>
  <T extends Readonly<Record<string, Operation>>>(operations: T): T =>
    Object.fromEntries(
      Object.entries(operations).map(([name, op]) => [name, { ...op, area: titles[areaOf(name)] }]),
    ) as Record<string, Operation> as T

type Rest<T, K extends keyof T> = Omit<T, K>
/** What a call declares; `access` names fields of its own input alone. */
type Declared<I extends z.ZodType, O extends z.ZodType> = Omit<ApiOperation<I, O>, 'kind' | 'effect' | 'access'> & {
  access: Access<IdPaths<z.output<NoInfer<I>>>>
}

/** A reading API call. */
export const query = <I extends z.ZodType, O extends z.ZodType>(op: Declared<I, O>): ApiOperation<I, O> => ({
  kind: 'api',
  effect: 'read',
  ...op,
})

/** A changing API call. */
export const mutation = <I extends z.ZodType, O extends z.ZodType>(op: Declared<I, O>): ApiOperation<I, O> => ({
  kind: 'api',
  effect: 'write',
  ...op,
})

/** A reading host call. */
export const hostQuery = <I extends z.ZodType, O extends z.ZodType>(
  op: Rest<HostOperation<I, O>, 'kind' | 'effect'>,
): HostOperation<I, O> => ({
  kind: 'host',
  effect: 'read',
  ...op,
})

/** A changing host call. */
export const hostMutation = <I extends z.ZodType, O extends z.ZodType>(
  op: Rest<HostOperation<I, O>, 'kind' | 'effect'>,
): HostOperation<I, O> => ({
  kind: 'host',
  effect: 'write',
  ...op,
})

/** The prefix that calls.md names `{prefix}`. */
export const cms = (path: string): string => `api/cebest-cms/${path}`
