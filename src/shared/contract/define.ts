import { z } from 'zod'
import type { TokenScopeKey } from '../domain/tokenScopes.ts'
import type { FactKind } from '../errors/facts.ts'
import type { Access, IdPaths } from './access.ts'

export { type Access, button, column, grantedColumn, menu, open, role, session, site } from './access.ts'

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
  /** Title of the operation's area in the operation log; set by `areas`. */
  area?: string
  /** read: cached by the renderer. write: runs in a transaction, is logged and makes queries stale. */
  effect: 'read' | 'write'
  access: Access
  /** An API token with one of these scopes may call the operation; absent: no token may. */
  scopes?: readonly TokenScopeKey[]
  /** Reads one record by its id: the operation log compares its output before and after a change of this record. */
  record?: true
  input: I
  output: O
  /**
   * Kinds of errors with facts (errors/facts) that the call reports, besides `missing` and, when its input has a
   * `version`, `changed`.
   */
  errors?: readonly FactKind[]
  /** `msg` of a 200 response; the screens show it. */
  success?: string
  /** Operations whose cached results are stale after a success. */
  stale?: readonly string[]
  /** The input or output holds secrets: only the host's services may call it, never the renderer; not logged. */
  hostOnly?: boolean
  /**
   * Input fields that hold a password: the host encrypts them with the server's public key (C·§3) for calls from the
   * page. Empty and absent fields stay as they are.
   */
  encrypts?: readonly string[]
  /** Input fields with personal data: the operation log records that a field was sent, but not its value. */
  personal?: readonly string[]
  /** An account that must change its password may call it. */
  beforePasswordChange?: boolean
  /** An account that must set up its second factor may call it; `beforePasswordChange` implies this. */
  beforeSecondFactor?: boolean
  /**
   * Limit of the request body; absent: BODY.open before sign-in, else BODY.form. Multipart calls have limits of their
   * own.
   */
  body?: keyof typeof BODY
  /**
   * Sent without an action of the user (polling, long waits): it needs a session, but does not extend the session's
   * idle timeout.
   */
  background?: boolean
  /** May take minutes (archives, copies of whole templates): callers use a longer timeout. */
  slow?: boolean
  /** An open call that reads an API token when one is sent: without a token it answers less, or refuses. */
  takesToken?: boolean
  /**
   * Requests per minute, address and process, for open calls that allow password guessing or read much data. Failed
   * sign-ins are counted in the database, across all processes.
   */
  rate?: number
  /** Creates a session; counted as a sign-in. */
  signsIn?: true
  /** A write that is allowed while the server shows a backup read-only. */
  whileReadOnly?: true
  /** The input is not JSON or a form (multipart upload); the generic binders skip it. */
  raw?: boolean
  /** Returns the address of a generated sheet, which the host fetches (sheets.download). */
  sheet?: boolean
}

/** The body limit of a call in bytes, multipart excluded. */
export const bodyLimit = ({ access, body }: Pick<ApiOperation, 'access' | 'body'>): number =>
  BODY[body ?? (access.kind === 'open' ? 'open' : 'form')]

/** The kinds of facts in the errors of a call. */
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

/** Area of an operation: the part of its name before the dot. */
export const areaOf = (name: string): string => name.split('.')[0] ?? ''

/** Sets the area titles of these operations for the operation log. */
export const withAreaTitles =
  (titles: Readonly<Record<string, string>>) =>
  <T extends Readonly<Record<string, Operation>>>(operations: T): T =>
    Object.fromEntries(
      Object.entries(operations).map(([name, op]) => [name, { ...op, area: titles[areaOf(name)] }]),
    ) as Record<string, Operation> as T

/** Declaration of a call; `access` may only name fields of its own input. */
type Declared<I extends z.ZodType, O extends z.ZodType> = Omit<ApiOperation<I, O>, 'kind' | 'effect' | 'access'> & {
  access: Access<IdPaths<z.output<NoInfer<I>>>>
}

/** An API call that reads. */
export const query = <I extends z.ZodType, O extends z.ZodType>(op: Declared<I, O>): ApiOperation<I, O> => ({
  kind: 'api',
  effect: 'read',
  ...op,
})

/** An API call that writes. */
export const mutation = <I extends z.ZodType, O extends z.ZodType>(op: Declared<I, O>): ApiOperation<I, O> => ({
  kind: 'api',
  effect: 'write',
  ...op,
})

/** A host call that reads. */
export const hostQuery = <I extends z.ZodType, O extends z.ZodType>(
  op: Omit<HostOperation<I, O>, 'kind' | 'effect'>,
): HostOperation<I, O> => ({
  kind: 'host',
  effect: 'read',
  ...op,
})

/** A host call that writes. */
export const hostMutation = <I extends z.ZodType, O extends z.ZodType>(
  op: Omit<HostOperation<I, O>, 'kind' | 'effect'>,
): HostOperation<I, O> => ({
  kind: 'host',
  effect: 'write',
  ...op,
})

/** The prefix `{prefix}` of calls.md. */
export const cms = (path: string): string => `api/cebest-cms/${path}`
