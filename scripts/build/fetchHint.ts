const NOT_FETCHED =
  /(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|socket hang up|getaddrinfo|cannot resolve https|status code 4\d\d|Response code 4\d\d)/i

/** One line on what to set when electron-builder could not fetch Electron's program; empty for any other failure. */
export const fetchHint = (said: string): string =>
  NOT_FETCHED.test(said)
    ? '无法下载 Electron：请设置镜像后重试，例如 ELECTRON_MIRROR=https://镜像地址/electron/（或 npm config set electron_mirror 该地址）；安装程序工具用 ELECTRON_BUILDER_BINARIES_MIRROR'
    : ''
