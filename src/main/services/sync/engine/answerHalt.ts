import { AppError } from '#shared/errors/index.ts'
import { gitHeadOf } from '../local/git.ts'
import { isAbout, openStops, proceed, readHalt, restore, writeStops } from './halts.ts'
import { NO_FOLDER, type Engine } from './engine.ts'
import { settledPlan } from './once.ts'
import { templateErrors } from './templateErrors.ts'

const LIVE_ONLY = '本地的修改没有上传，可以同意上传，或暂停同步'
const CHANGED_SINCE = '文件在您查看之后又有变化，请看过新的清单再决定'
const OVER = '引起这次停止的原因已经没有了，同步已继续'

/** A person's answer to a safety stop (S17, S18). Errors: conflict when the files changed since the person saw them. */
export async function answerHalt(engine: Engine, answer: 'proceed' | 'restore', signature: string): Promise<void> {
  const { store } = engine.context
  const halt = readHalt(store)
  if (!halt) throw new AppError('not-found', '这次安全停止已经过去了，同步已继续')
  if (halt.kind === 'local-root-missing') throw new AppError('rejected', NO_FOLDER)
  if ((halt.kind === 'live-template' || halt.kind === 'template-errors') && answer === 'restore')
    throw new AppError('rejected', LIVE_ONLY)
  // The answer covers files, not a count: the plan is made again, with what is being written just now, and only its
  // files are agreed to.
  await engine.act('halt', async ({ session, sleep, liveSites }) => {
    const { sides, plan, look } = await settledPlan({ session, sleep })
    const stops = await openStops({
      store,
      sides,
      plan,
      files: session.trees.files,
      rootMissing: look.rootMissing,
      git: await gitHeadOf(session.layout.root),
      liveSites,
      templateErrors: () => templateErrors(session),
    })
    const [stop] = stops
    if (!stop || !isAbout(stop, signature)) {
      writeStops(store, stops)
      throw new AppError('conflict', stop ? CHANGED_SINCE : OVER)
    }
    if (answer === 'proceed') proceed(store, stop)
    else await restore(session, sides, stop)
  })
}
