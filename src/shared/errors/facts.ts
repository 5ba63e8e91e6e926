import { z } from 'zod'
import { ZIP_ENCODINGS } from '../domain/zipNames.ts'

/** A sensitive word in a field. */
export const sensitiveHit = z.object({
  /** The entry with the word, if many are published at once: 内容“…”. */
  entry: z.string().optional(),
  fieldName: z.string(),
  fieldAlias: z.string(),
  word: z.string(),
  /** Suggested replacement; '' for none. */
  propWord: z.string(),
  /** Number of occurrences in the field. */
  times: z.number(),
  /** The text around the first occurrence, including the word. */
  excerpt: z.string(),
  /**
   * The first occurrence as written in the excerpt, possibly disguised by dots or spaces. '' if written like the word.
   */
  found: z.string().optional(),
  /** Ranges of the first 50 occurrences in the field's value, in UTF-16 units; absent for lists of files. */
  places: z.array(z.object({ start: z.number(), end: z.number() })).optional(),
  /** Id of the word's class; absent: none. */
  classId: z.number().optional(),
  /** Set if the class forbids publishing without the agreement of one of these persons. */
  forbids: z
    .object({
      title: z.string(),
      /** Real names. */
      persons: z.array(z.string()),
      /** The caller is one of them, so publishing counts as the agreement. */
      own: z.boolean(),
    })
    .optional(),
})
export type SensitiveHit = z.output<typeof sensitiveHit>

const id = z.number().int()

/**
 * Typed facts of an error, which the caller may show or handle. A call declares its kinds in `errors`; `missing` is
 * possible for every call, `changed` for every call whose input has a `version`.
 */
export const fact = z.discriminatedUnion('kind', [
  /** `conflict`: the record was saved after the edited version was read. `changedAt` is formatted, '' if unknown. */
  z.object({ kind: z.literal('changed'), version: z.number(), changedBy: z.string(), changedAt: z.string() }),
  /** `not-found`: all ids of the call that do not exist. */
  z.object({ kind: z.literal('missing'), missing: z.array(id) }),
  /** `conflict`: the content to publish contains sensitive words. */
  z.object({ kind: z.literal('words'), hits: z.array(sensitiveHit) }),
  /** `conflict`: this entry exists where a new one was to be created. */
  z.object({ kind: z.literal('made'), made: id }),
  /** `conflict`: this entry is in the recycle bin. */
  z.object({ kind: z.literal('recycled'), recycled: id }),
  /** `conflict`: number of records that use the record to delete. */
  z.object({ kind: z.literal('used'), used: z.number() }),
  /** `conflict`: this file of the library is used by the template, site, column or entry with this id. */
  z.object({
    kind: z.literal('fileUsed'),
    attachmentId: id,
    where: z.enum(['template', 'site', 'column', 'content', 'member', 'mail']),
    id,
  }),
  /** `conflict` or `not-found`: current content of the path to write: its SHA-256, `folder`, or `none`. */
  z.object({ kind: z.literal('content'), current: z.string() }),
  /** `conflict`: the name differs from an existing file or folder only in case. */
  z.object({ kind: z.literal('collision'), collision: z.string() }),
  /**
   * `invalid`: the archive does not declare the encoding of its names. Sample names in each encoding that can decode
   * all of them; the call is repeated with the chosen encoding.
   */
  z.object({
    kind: z.literal('names'),
    samples: z.array(z.object({ encoding: z.enum(ZIP_ENCODINGS), names: z.array(z.string()) })),
  }),
  /** `conflict`: the account to delete has unfinished work that somebody must take over first. */
  z.object({ kind: z.literal('openWork'), openWork: z.literal(true) }),
  /** `forbidden`: for almost every call until the account has changed its password. */
  z.object({ kind: z.literal('mustChangePassword'), mustChangePassword: z.literal(true) }),
  /** `forbidden`: for almost every call until the account has set up the second factor that its group requires. */
  z.object({ kind: z.literal('mustSetUpFactor'), mustSetUpFactor: z.literal(true) }),
  /**
   * `forbidden` without a code, `invalid` with a wrong one: the password was correct, and the account has a second
   * factor. The call is repeated with `factorCode` and this captcha, which is already solved; both fields are '' if no
   * captcha is needed.
   */
  z.object({ kind: z.literal('codeNeeded'), imageCodeKey: z.string(), imageCodeValue: z.string() }),
  /** `locked`: remaining minutes. */
  z.object({ kind: z.literal('locked'), minutes: z.number() }),
])
export type Fact = z.output<typeof fact>
/**
 * Facts of a failed request, created by the host. No call declares this fact and no server sends it: `parseFact` rejects
 * it.
 */
export interface RequestFact {
  kind: 'request'
  /** HTTP status of a response without an envelope. */
  status?: number
  /** Node's error code: `ECONNREFUSED`, …; '' for none. */
  cause?: string
  /** The problem of the response. */
  why?: string
  /** Fingerprint of the server's certificate. */
  fingerprint?: string
}
export type FactKind = Fact['kind']
export type FactOf<K extends FactKind> = Extract<Fact, { kind: K }>

/** Parses a fact from a server; undefined if it is invalid, which leaves a plain error. */
export const parseFact = (value: unknown): Fact | undefined => fact.safeParse(value).data
