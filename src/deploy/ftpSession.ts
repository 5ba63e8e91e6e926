import { Client, type FTPContext } from 'basic-ftp'
import { TLSSocket } from 'node:tls'
import { AppError } from '#shared/errors/index.ts'
import { connectError } from './http.ts'
import { changedCertificate, fingerprintOf, readCertificate, servernameOf } from './tls.ts'

/** How a server over FTPS is reached. */
export interface FtpsAccount {
  host: string
  port: number
  /** `explicit`: the connection is encrypted once it stands (port 21); `implicit`: from the first byte (port 990). */
  encryption: 'explicit' | 'implicit'
  username: string
  password: string
  /** Fingerprint of the certificate that a person has agreed to; '' for one that this machine trusts by itself. */
  certificate: string
  /** Folder of the site on the server. */
  folder: string
}

/** A server that answers nothing for so long is given up. */
const SILENCE_MS = 30_000
/** A list of 300,000 files. */
const MAX_LISTING_BYTES = 48 * 1024 * 1024
const WRONG_LOGIN = 530

/** The answer of a server that refuses a command. */
export const ftpCode = (error: unknown): number => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'number' ? code : 0
}

const makeClient = (): Client =>
  new Client(SILENCE_MS, { maxListingBytes: MAX_LISTING_BYTES, allowSeparateTransferHost: false })

/** The fingerprint of a server's certificate, without signing in. */
export async function readFtpsCertificate({
  host,
  port,
  encryption,
}: Pick<FtpsAccount, 'host' | 'port' | 'encryption'>): Promise<string> {
  const client = makeClient()
  try {
    if (encryption === 'implicit') return await readCertificate(host, port)
    await client.connect(host, port)
    await client.useTLS({ host, rejectUnauthorized: false, ...servernameOf(host) })
    return fingerprintOf(client.ftp.socket as TLSSocket)
  } catch (error) {
    throw signInError(error, host)
  } finally {
    client.close()
  }
}

/** Signs in; the password goes over an encrypted connection to the agreed server alone. */
export async function signInFtps(account: FtpsAccount, signal: AbortSignal): Promise<Client> {
  const { host, port, encryption, username, password, certificate } = account
  if (/[\0\r\n]/.test(username + password)) throw new AppError('invalid', '用户名和密码不能包含换行')
  const client = makeClient()
  const end = (): void => client.close()
  signal.addEventListener('abort', end, { once: true })
  try {
    signal.throwIfAborted()
    const options = { host, rejectUnauthorized: certificate === '', ...servernameOf(host) }
    if (encryption === 'implicit') await client.connectImplicitTLS(host, port, options)
    else {
      await client.connect(host, port)
      await client.useTLS(options)
    }
    if (certificate !== '') requireCertificate(client.ftp.socket, account)
    guardTransfers(client, account)
    await client.sendIgnoringError('OPTS UTF8 ON')
    await client.login(username, password)
    await client.useDefaultSettings()
    return client
  } catch (error) {
    client.close()
    throw signInError(error, host)
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function requireCertificate(socket: FTPContext['socket'], { certificate, host }: FtpsAccount): void {
  const seen = socket instanceof TLSSocket ? fingerprintOf(socket) : ''
  if (seen !== certificate) throw changedCertificate(host, seen)
}

/** Each file goes over a connection of its own, which has to be the agreed server's, too. */
function guardTransfers(client: Client, account: FtpsAccount): void {
  if (account.certificate === '') return
  let prepare = client.prepareTransfer
  const guard: Client['prepareTransfer'] = async (ftp) => {
    const answer = await prepare(ftp)
    // The first call finds out which way of connecting works, and notes it.
    if (client.prepareTransfer !== guard) prepare = client.prepareTransfer
    client.prepareTransfer = guard
    const socket = ftp.dataSocket
    if (socket instanceof TLSSocket)
      socket.prependOnceListener('secureConnect', () => {
        const seen = fingerprintOf(socket)
        if (!socket.isSessionReused() && seen !== account.certificate)
          socket.destroy(changedCertificate(account.host, seen))
      })
    return answer
  }
  client.prepareTransfer = guard
}

function signInError(error: unknown, host: string): Error {
  const known = connectError(error, host)
  if (known instanceof AppError) return known
  const cause = { cause: error }
  const code = ftpCode(error)
  const text = error instanceof Error ? error.message : String(error)
  if (code === WRONG_LOGIN) return new AppError('forbidden', `服务器“${host}”拒绝登录，请检查用户名和密码`, cause)
  if (code === 421) return new AppError('unavailable', `服务器“${host}”的连接数已满或正在维护，请稍后重试`, cause)
  if (code === 500 || code === 502 || code === 504 || code === 534)
    return new AppError('conflict', `服务器“${host}”不支持加密的 FTP（FTPS），请开启 FTPS，或改用 SFTP`, cause)
  if (/timeout/i.test(text))
    return new AppError('timeout', `服务器“${host}”长时间没有响应，请检查地址、端口和加密方式`, cause)
  if (/closed|FIN|socket|ECONN/i.test(text))
    return new AppError('unavailable', `服务器“${host}”中断了连接，请检查端口和加密方式`, cause)
  return new AppError('unavailable', `无法连接服务器“${host}”：${text}`, cause)
}
