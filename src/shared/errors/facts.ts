import { z } from 'zod'
import { ZIP_ENCODINGS } from '../domain/zipNames.ts'

/** A place in a field where a sensitive word was found. */
export const sensitiveHit = z.object({
  /** The entry that it stands in, when many are published at once: 内容“…”. */
  entry: z.string().optional(),
  fieldName: z.string(),
  fieldAlias: z.string(),
  word: z.string(),
  /** What to write instead; '' for nothing. */
  propWord: z.string(),
  /** How often it stands in the field. */
  times: z.number(),
  /** The text around the first one, with the word in it. */
  excerpt: z.string(),
  /** How the first one is written, as it stands in the excerpt: dots, spaces and the like may hide it. '' as the word. */
  found: z.string().optional(),
  /** Where it stands in the field's value, in UTF-16 units, the first 50; none for values that are lists of files. */
  places: z.array(z.object({ start: z.number(), end: z.number() })).optional(),
  /** Of the word's class; absent: none. */
  classId: z.number().optional(),
  /** The class forbids to publish it without one of these people. */
  forbids: z
    .object({
      title: z.string(),
      /** Real names. */
      persons: z.array(z.string()),
      /** The caller is one of them: his publishing is the agreement. */
      own: z.boolean(),
    })
    .optional(),
})
export type SensitiveHit = z.output<typeof sensitiveHit>

const id = z.number().int()

/**
 * Typed facts of an error, which the caller may show or act on. A call declares its kinds in `errors`; `missing` is
 * possible for every call, `changed` for every call whose input has a `version`.
 */
export const fact = z.discriminatedUnion('kind', [
  /** `conflict`: somebody saved since the version that was edited. `changedAt` as dates are shown, '' when not known. */
  z.object({ kind: z.literal('changed'), version: z.number(), changedBy: z.string(), changedAt: z.string() }),
  /** `not-found`: all ids of the call that aren't there. */
  z.object({ kind: z.literal('missing'), missing: z.array(id) }),
  /** `conflict`: sensitive words stand in what was to be published. */
  z.object({ kind: z.literal('words'), hits: z.array(sensitiveHit) }),
  /** `conflict`: this entry stands where a new one was to be. */
  z.object({ kind: z.literal('made'), made: id }),
  /** `conflict`: this entry is in the recycle bin. */
  z.object({ kind: z.literal('recycled'), recycled: id }),
  /** `conflict`: so many others use what was to be deleted. */
  z.object({ kind: z.literal('used'), used: z.number() }),
  /** `conflict`: this file of the library is used by a template, site, column or entry of that id. */
  z.object({
    kind: z.literal('fileUsed'),
    attachmentId: id,
    where: z.enum(['template', 'site', 'column', 'content', 'member', 'mail']),
    id,
  }),
  /** `conflict` or `not-found`: what stands where a file was to be written: its SHA-256, `folder`, or `none`. */
  z.object({ kind: z.literal('content'), current: z.string() }),
  /** `conflict`: a file or folder with this name differs from the wanted one in its case alone. */
  z.object({ kind: z.literal('collision'), collision: z.string() }),
  /**
   * `invalid`: nothing in an archive says in which encoding its names are. Some of them as each encoding reads them that can
   * read all; the call is sent again with the chosen one.
   */
  z.object({
    kind: z.literal('names'),
    samples: z.array(z.object({ encoding: z.enum(ZIP_ENCODINGS), names: z.array(z.string()) })),
  }),
  /** `conflict`: what was to be deleted has work that somebody must take over first. */
  z.object({ kind: z.literal('openWork'), openWork: z.literal(true) }),
  /** `forbidden`: of every call but a few, until the account has a password of its own. */
  z.object({ kind: z.literal('mustChangePassword'), mustChangePassword: z.literal(true) }),
  /** `forbidden`: of every call but a few, until the account has the second factor that its group demands. */
  z.object({ kind: z.literal('mustSetUpFactor'), mustSetUpFactor: z.literal(true) }),
  /**
   * `forbidden` without a code, `invalid` with a wrong one: the password was right, the account has a second factor. The call is
   * sent again with `factorCode` and this captcha, which is solved; both are '' where none is asked for.
   */
  z.object({ kind: z.literal('codeNeeded'), imageCodeKey: z.string(), imageCodeValue: z.string() }),
  /** `locked`: for so many minutes more. */
  z.object({ kind: z.literal('locked'), minutes: z.number() }),
])
export type Fact = z.output<typeof fact>
/**
 * The fact of a request that failed, as the host knows it. No call declares it and no server sends it: `readFact` reads none.
 */
export interface RequestFact {
  kind: 'request'
  /** HTTP status of an answer that was no envelope. */
  status?: number
  /** Node's code: `ECONNREFUSED`, …; '' when there is none. */
  cause?: string
  /** What is wrong with the answer. */
  why?: string
  /** Of the server's certificate. */
  fingerprint?: string
}
export type FactKind = Fact['kind']
export type FactOf<K extends FactKind> = Extract<Fact, { kind: K }>

/** The fact that a server sent; undefined when it can't be read, which leaves a plain error. */
export const readFact = (value: unknown): Fact | undefined => fact.safeParse(value).data
