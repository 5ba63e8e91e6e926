import { sep } from 'node:path'
import { realpath } from 'node:fs/promises'
import { openFolderTarget } from '#deploy/folder.ts'
import type { TargetConnection } from '#deploy/target.ts'
import type { ServerDeps } from '#server/deps.ts'
import { openSecret, type SecretBinding } from '#server/secrets/sealing.ts'
import { AppError } from '#shared/errors/index.ts'
import type { TargetRow } from './state.ts'

/** What signs in at a target. */
export interface TargetSecrets {
  password: string
  privateKey: string
  passphrase: string
}

export const NO_SECRETS: TargetSecrets = { password: '', privateKey: '', passphrase: '' }

export const secretsOwner = (id: number): SecretBinding => ({ use: 'publish target', owner: id })

/** @throws AppError `conflict` when they were sealed with a key that is gone */
export async function readSecrets(deps: ServerDeps, { id, name, secrets }: TargetRow): Promise<TargetSecrets> {
  if (secrets === '') return NO_SECRETS
  const text = await openSecret(deps, secretsOwner(id), secrets)
  if (text === null)
    throw new AppError('conflict', `发布目标“${name}”的密码用已不存在的密钥加密，请编辑该发布目标并重新填写密码或私钥`)
  return JSON.parse(text) as TargetSecrets
}

/** A connection to a target, for a job or a test. */
export async function connectTarget(
  deps: ServerDeps,
  target: TargetRow,
  signal: AbortSignal,
): Promise<TargetConnection> {
  if (target.kind === 'folder') {
    await requireOutside(deps, target.folder)
    return openFolderTarget(target.folder)
  }
  const secrets = await readSecrets(deps, target)
  const { kind, host, port, encryption, address, username, hostKey, folder } = target
  const { password } = secrets
  // What speaks to servers is loaded by the first target that needs it.
  switch (kind) {
    case 'sftp': {
      const { openSftpTarget } = await import('#deploy/sftp.ts')
      const { privateKey, passphrase } = secrets
      const isKey = target.signIn === 'key'
      const signIn = isKey ? { password: '', privateKey, passphrase } : { password, privateKey: '', passphrase: '' }
      return openSftpTarget({ host, port, username, hostKey, folder, agent: '', ...signIn }, signal)
    }
    case 'ftps': {
      const { openFtpsTarget } = await import('#deploy/ftps.ts')
      return openFtpsTarget({ host, port, encryption, username, password, certificate: hostKey, folder }, signal)
    }
    case 'webdav': {
      const { openWebdavTarget } = await import('#deploy/webdav.ts')
      return openWebdavTarget({ address, username, password, certificate: hostKey }, signal)
    }
    case 's3': {
      const { openS3Target } = await import('#deploy/s3.ts')
      const { bucket, region, isPathStyle } = target
      const key = { accessKeyId: username, secretAccessKey: password, certificate: hostKey }
      return openS3Target({ address, bucket, region, isPathStyle: isPathStyle === 1, folder, ...key }, signal)
    }
    case 'zip':
      throw new AppError('invalid', `发布目标“${target.name}”生成压缩包，没有可以连接的地方`)
  }
}

/** The server's own data can't be published, not even by a link. */
export async function requireOutside({ dataDir }: Pick<ServerDeps, 'dataDir'>, folder: string): Promise<void> {
  const real = await realpath(folder).catch(() => folder)
  const data = await realpath(dataDir).catch(() => dataDir)
  const contains = (outer: string, inner: string): boolean =>
    `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`)
  if (contains(data, real) || contains(real, data))
    throw new AppError('invalid', `文件夹“${folder}”与服务器的数据目录重叠，请选择另一个文件夹`)
}
