import fc from 'fast-check'

const path = fc.constantFrom('a.css', 'b.css', 'd/a.css', 'd/b.css', 'd/e/c.css', 'f/x.html')
const anywhere = fc.constantFrom('a.css', 'b.css', 'd', 'd/a.css', 'd/e', 'f', 'f/x.html')
const side = fc.constantFrom('local' as const, 'remote' as const)
const is = <T extends string>(name: T): fc.Arbitrary<T> => fc.constant(name)
const code = fc.constantFrom('no-response' as const, 'bad-answer' as const, 'rejected' as const)
const folder = fc.constantFrom('d', 'f', 'g')
const on = fc.boolean()
const disorder = fc.record({
  seed: fc.nat(),
  late: fc.constantFrom(0, 5, 40, 250),
  times: fc.constantFrom(1, 2, 3),
  stale: fc.constantFrom(0, 1, 4),
})

/** Something that happens: a person on either side, a pause long enough for sync, or trouble with the server. */
export const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: is('edit'), side, path }) },
  { weight: 2, arbitrary: fc.record({ do: is('delete'), side, path }) },
  { weight: 2, arbitrary: fc.record({ do: is('rename'), side, path, to: path }) },
  { weight: 3, arbitrary: fc.record({ do: is('wait') }) },
  { weight: 2, arbitrary: fc.record({ do: is('fail'), code, count: fc.integer({ min: 1, max: 3 }) }) },
)

/**
 * The same and what is rarer: answers that are lost, restarts, clocks that are set, folders that move, bursts, ignore
 * rules, and a watcher whose events come twice, late and in another order from then on.
 */
const anyMore = fc.oneof(
  { weight: 17, arbitrary: anyStep },
  { weight: 2, arbitrary: fc.record({ do: is('lose'), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: is('restart') }) },
  { weight: 1, arbitrary: fc.record({ do: is('clock'), days: fc.constantFrom(-1, 1) }) },
  { weight: 1, arbitrary: fc.record({ do: is('touch') }) },
  { weight: 1, arbitrary: fc.record({ do: is('ignore'), rules: fc.constantFrom('', 'f/\n', '*.css\n', 'd/e/\n') }) },
  { weight: 1, arbitrary: fc.record({ do: is('unzip') }) },
  { weight: 2, arbitrary: fc.record({ do: is('move'), side, from: folder, into: folder }) },
  { weight: 2, arbitrary: fc.record({ do: is('shape'), side, path: anywhere }) },
  { weight: 1, arbitrary: fc.record({ do: is('case'), side, path: anywhere }) },
  { weight: 1, arbitrary: fc.record({ do: is('full'), on }) },
  { weight: 1, arbitrary: fc.record({ do: is('hold'), path, on }) },
  { weight: 1, arbitrary: fc.record({ do: is('events'), disorder }) },
)

const kill = <T extends string>(name: T) =>
  fc.record({ do: is(name), calls: fc.integer({ min: 0, max: 6 }), ms: fc.integer({ min: 0, max: 15 }) })

/** The same with answers that come late. */
export const anyEvent = fc.oneof(
  { weight: 31, arbitrary: anyMore },
  { weight: 1, arbitrary: fc.record({ do: is('slow'), ms: fc.integer({ min: 1, max: 60 }) }) },
)

/** Of a host in a process of its own: killed after so many calls to its server and so many ms. */
export const anyEventAndKills = fc.oneof({ weight: 5, arbitrary: anyMore }, { weight: 1, arbitrary: kill('kill') })

/** Of a server in a process of its own: killed as the host is. It starts for a while, so that there are fewer. */
export const anyEventAndServerKills = fc.oneof(
  { weight: 14, arbitrary: anyEvent },
  { weight: 1, arbitrary: kill('killServer') },
)

/** Of both in processes of their own. */
export const anyEventAndAnyKills = fc.oneof(
  { weight: 12, arbitrary: anyMore },
  { weight: 1, arbitrary: kill('kill') },
  { weight: 1, arbitrary: kill('killServer') },
)

export type Step =
  typeof anyEvent | typeof anyEventAndKills | typeof anyEventAndAnyKills extends fc.Arbitrary<infer T> ? T : never
export type Act = Extract<Step, { side: string; path: string }>
