import type { Updater } from '#services/ports.ts'
import type { UpdateSource } from '#services/updates/feed.ts'
import { AppError } from '#shared/errors/index.ts'

export const NO_SERVER_TEXT = '未设置更新服务器，请从原安装来源安装新版本'

/**
 * The reason why an installation with this source has no updates, or ''. @param address of another folder; '' for none
 */
export const findSourceProblem = (source: UpdateSource, address: string): string =>
  source.publicKey && (source.url || address) ? '' : NO_SERVER_TEXT

/** An updater for installations without updates; every call throws the reason. */
export const createDisabledUpdater = (unsupported: string): Updater => {
  const refuse = (): never => {
    throw new AppError('unsupported', unsupported)
  }
  return { unsupported: () => unsupported, look: async () => refuse(), download: async () => refuse(), install: refuse }
}
