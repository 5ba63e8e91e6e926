const DOWNLOAD_ERROR =
  /(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|socket hang up|getaddrinfo|cannot resolve https|status code 4\d\d|Response code 4\d\d)/i

/** A hint about mirrors if electron-builder could not download Electron; empty for any other failure. */
export const fetchHint = (output: string): string =>
  DOWNLOAD_ERROR.test(output)
    ? '无法下载 Electron：请设置镜像后重试，例如 ELECTRON_MIRROR=https://镜像地址/electron/（或 npm config set electron_mirror 该地址）；安装程序工具用 ELECTRON_BUILDER_BINARIES_MIRROR'
    : ''
