import { AppError } from '#shared/errors/index.ts'

/** Messages for the user: why the keychain stores nothing now, and the remedy. */
export const KEYCHAIN_PROBLEM = {
  noModule: '钥匙串模块无法加载，请重新安装程序（从源码运行时请重新执行 npm ci）。',
  noService: '没有正在运行的密钥环服务，请安装并启动 gnome-keyring 或 KWallet 后重试。',
  locked: '系统钥匙串已锁定，请解锁后重试。',
  refused: '系统钥匙串拒绝了访问，请允许本程序使用后重试。',
  noAnswer: '系统钥匙串没有响应；如果出现解锁窗口，请先解锁，程序会自动重试。',
  loses: '系统钥匙串未保存写入的内容，请检查系统钥匙串后重试。',
  other: '系统钥匙串出错，请重试；原因见日志。',
}

/** Error texts of keytar, libsecret, D-Bus, macOS and Windows. */
const CAUSES: readonly [RegExp, keyof typeof KEYCHAIN_PROBLEM][] = [
  [/not provided by any|could not connect|failed to connect|autolaunch|server address|ServiceUnknown/i, 'noService'],
  [/rejected send message|AccessDenied|access is denied|authorization|denied|not permitted/i, 'refused'],
  // D-Bus adds that a policy may have "blocked the reply".
  [/timeout was reached|timed out|did not receive a reply|no reply/i, 'noAnswer'],
  [/\blocked\b|prompt was dismissed|user interaction is not allowed|user canceled/i, 'locked'],
]

/** Converts a keychain module's error into an AppError with a message; `timeout`: the keychain may respond later. */
export function keychainError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const text = error instanceof Error ? error.message : String(error)
  const problem = CAUSES.find(([pattern]) => pattern.test(text))?.[1] ?? 'other'
  const code = problem === 'noAnswer' ? 'timeout' : 'unavailable'
  return new AppError(code, KEYCHAIN_PROBLEM[problem], { cause: error })
}
