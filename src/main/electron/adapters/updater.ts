import { CancellationToken, HttpError, type UpdateInfo } from 'builder-util-runtime'
import { type AppUpdater, BaseUpdater, type ResolvedUpdateFileInfo } from 'electron-updater'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import providers from 'electron-updater/out/providers/Provider.js'
import type { KeyObject } from 'node:crypto'
import { networkCode } from '#services/api/networkError.ts'
import type { FoundUpdate, Updater } from '#services/ports.ts'
import { isSigned, SIGNATURE_SUFFIX, updateKey, type UpdateSource } from '#services/updates/feed.ts'
import type { Outgoing } from '#services/network/outgoing.ts'
import { UPDATE_CHANNELS } from '#shared/contract/update.ts'
import { NO_RESPONSE_MESSAGE } from '#shared/errors/envelope.ts'
import { AppError, requestFactOf } from '#shared/errors/index.ts'
import { NO_SERVER_TEXT, createDisabledUpdater, findSourceProblem } from './noUpdates.ts'
import { type ChannelFile, storeDownloaded, removeOtherVersions, storeInstalled } from './storedPackages.ts'
import { OutgoingExecutor } from './updateHttp.ts'

const NO_RESPONSE_TEXT = '无法连接更新服务器，请检查网络后重试'
const NOT_TRUSTED_TEXT = '更新服务器的证书不受信任，请在“网络诊断”中加入公司的根证书，或联系管理员'
/** Maximum length of the displayed release notes. */
const MAX_NOTES_LENGTH = 20_000

interface SignedSource {
  url: () => string
  key: KeyObject
  channel: () => string
  /** Called when electron-updater has created the provider. */
  onMade: (provider: SignedProvider) => void
}

/** A feed folder whose channel file (latest.yml) is valid only with the publisher's signature beside it. */
class SignedProvider extends providers.Provider<UpdateInfo> {
  readonly #source: SignedSource
  /** The channel file of the found version. */
  found: ChannelFile | null = null

  constructor(source: SignedSource, runtime: ProviderRuntimeOptions) {
    super({ ...runtime, isUseMultipleRangeRequest: false })
    this.#source = source
    source.onMade(this)
  }

  override async getLatestVersion(): Promise<UpdateInfo> {
    this.found = await this.#read(this.#source.channel())
    // On macOS the updater itself chooses between both architectures.
    const files = this.resolveFiles(this.found.info)
    if (process.platform !== 'darwin' && files.every(({ url }) => isForOther(url.pathname, process.arch)))
      throw new AppError('not-found', `更新服务器上没有适合本机（${process.arch}）的版本，请联系管理员`)
    return this.found.info
  }

  /** The channel file of one version, which may belong to another channel than the current one. */
  async ofVersion(version: string): Promise<ChannelFile> {
    const [first, ...others] = new Set([this.#source.channel(), ...UPDATE_CHANNELS])
    const read = (channel: string) => this.#read(channel, `-${version}`)
    let found = read(first ?? '')
    for (const channel of others)
      found = found.catch((error: unknown) => {
        if (isMissing(error)) return read(channel)
        throw error
      })
    return found
  }

  async #read(channel: string, of = ''): Promise<ChannelFile> {
    const name = `${this.getCustomChannelName(channel)}${of}.yml`
    const url = new URL(name, this.#source.url())
    const [text, signature] = await Promise.all(
      ['', SIGNATURE_SUFFIX].map((suffix) => this.httpRequest(new URL(`${url.href}${suffix}`))),
    )
    if (!text || !signature || !isSigned(text, signature, this.#source.key))
      throw new AppError('forbidden', '更新信息的签名有误，可能被改动过，未更新；请联系管理员')
    // The folder of a single version serves as a feed of the default channel.
    const keptAs = `${this.getCustomChannelName('latest')}.yml`
    return { keptAs, text, signature, info: providers.parseUpdateInfo(text, name, url) }
  }

  override resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
    return providers.resolveFiles(info, new URL(this.#source.url()))
  }
}

interface UpdaterOptions {
  /** Network route of all requests. */
  outgoing: Outgoing
  /** Folder for kept packages, with one subfolder per version; '' to keep none. */
  packagesFolder: string
  /** Allows an older version, and ignores staged rollouts. Default: false. */
  isRollback?: boolean
}

/**
 * Updates an installed program through electron-updater.
 * @param getUpdater returns the updater of this system (autoUpdater)
 */
export function createUpdater(
  getUpdater: () => AppUpdater,
  source: UpdateSource,
  { outgoing, packagesFolder, isRollback = false }: UpdaterOptions,
): Updater {
  if (!source.publicKey) return createDisabledUpdater(NO_SERVER_TEXT)
  let channel = 'latest'
  let url = source.url
  let updater: AppUpdater | undefined
  let provider: SignedProvider | undefined
  const executor = new OutgoingExecutor(outgoing)
  const openUpdater = (): AppUpdater => {
    if (updater) return updater
    updater = getUpdater()
    Object.assign(updater, { httpExecutor: executor })
    configure(updater, isRollback)
    const signed: SignedSource = {
      url: () => url,
      key: updateKey(source.publicKey),
      channel: () => channel,
      onMade: (each) => (provider = each),
    }
    updater.setFeedURL({
      provider: 'custom',
      updateProvider: class extends SignedProvider {
        constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
          super(signed, runtime)
        }
      },
    })
    return updater
  }
  return {
    unsupported: (address) => findSourceProblem(source, address),
    async look(wanted, address) {
      channel = wanted
      url = address ? address.replace(/\/?$/, '/') : source.url
      if (!url) throw new AppError('not-found', NO_SERVER_TEXT)
      const found = await openUpdater().checkForUpdates().catch(throwExplained)
      return found?.isUpdateAvailable ? toFoundUpdate(found.updateInfo) : null
    },
    async download(onProgress) {
      const current = openUpdater()
      const listener = ({ percent }: { percent: number }): void => onProgress(percent / 100)
      current.on('download-progress', listener)
      try {
        const [file = ''] = await current.downloadUpdate(new CancellationToken())
        if (!packagesFolder || !provider?.found) return { hasWayBack: false }
        const packages = { folder: packagesFolder, executor, base: url }
        await storeDownloaded(packages, provider.found, file)
        const own = String(current.currentVersion)
        const { found } = provider
        const ofOwn = () => provider?.ofVersion(own)
        const isKept = await storeInstalled(packages, own, found, ofOwn).catch((error: unknown) => {
          if (isPermanent(error)) return false
          throw error
        })
        await removeOtherVersions(packagesFolder, [own, found.info.version])
        return { hasWayBack: isKept }
      } catch (error) {
        return throwExplained(error)
      } finally {
        current.off('download-progress', listener)
      }
    },
    install({ restart }) {
      const current = openUpdater()
      if (restart) current.quitAndInstall(true, true)
      // The caller is ending the program.
      else if (current instanceof BaseUpdater) current.install(true, false)
    },
  }
}

function configure(updater: AppUpdater, isWayBack: boolean): void {
  updater.autoDownload = false
  // The services decide when to install; on macOS the system's updater installs a prepared update at quit in any case.
  updater.autoInstallOnAppQuit = process.platform === 'darwin'
  updater.allowDowngrade = isWayBack
  if (isWayBack) updater.isUserWithinRollout = () => true
  // The services log thrown errors.
  updater.logger = null
  // Errors are thrown too; without a listener this event would end the program.
  updater.on('error', () => undefined)
}

/** Patterns of package names by architecture. */
const ARCHITECTURES: Readonly<Record<string, RegExp>> = { x64: /x64|amd64|x86_64/, arm64: /arm64|aarch64/ }

function isForOther(file: string, arch: string): boolean {
  if (ARCHITECTURES[arch]?.test(file)) return false
  return Object.values(ARCHITECTURES).some((names) => names.test(file))
}

const toFoundUpdate = ({ version, releaseNotes }: UpdateInfo): FoundUpdate => {
  const notes = typeof releaseNotes === 'string' ? releaseNotes : ''
  return { version, notes: notes.slice(0, MAX_NOTES_LENGTH) }
}

const isMissing = (error: unknown): boolean => error instanceof HttpError && error.statusCode < 500

/**
 * Whether the failure is permanent: a feed that lacks this version's package, or has a different one, will not get it
 * later.
 */
const isPermanent = (error: unknown): boolean =>
  isMissing(error) || (error instanceof AppError && error.code === 'forbidden') || networkCode(error).startsWith('ERR_')

function throwExplained(error: unknown): never {
  const cause = { cause: error }
  if (error instanceof AppError) {
    // The network layer's texts about servers don't fit here; those about the proxy and about certificate dates do.
    if (error.message === NO_RESPONSE_MESSAGE || error.code === 'timeout')
      throw new AppError('no-response', NO_RESPONSE_TEXT, cause)
    const isDated = /CERT_(HAS_EXPIRED|NOT_YET_VALID)/.test(requestFactOf(error).cause ?? '')
    if (error.code === 'bad-certificate' && !isDated) throw new AppError('bad-certificate', NOT_TRUSTED_TEXT, cause)
    throw error
  }
  const code = networkCode(error)
  if (error instanceof HttpError)
    throw error.statusCode === 404
      ? new AppError('not-found', '更新服务器上没有该渠道的版本', cause)
      : new AppError('bad-answer', `更新服务器响应异常（${error.statusCode}），请稍后再试`, cause)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new AppError('no-space', '磁盘空间不足，新版本未下载完成，请清理后重试', cause)
  if (code === 'ERR_CHECKSUM_MISMATCH' || code === 'ERR_UPDATER_INVALID_UPDATE_INFO')
    throw new AppError('invalid', '下载的安装包不完整或被改动过，已丢弃，请稍后重试', cause)
  if (/^(E[A-Z]+|UND_ERR|ERR_(CONNECTION|NAME|INTERNET|NETWORK|PROXY|TIMED))/.test(code) || /net::/.test(String(error)))
    throw new AppError('no-response', NO_RESPONSE_TEXT, cause)
  throw new AppError('bad-answer', '更新失败，请稍后再试；原因见日志', cause)
}
