import { useRead } from '#renderer/data/useRead.ts'

export interface CaptchaState {
  /** Data URL; empty while a new one is on its way or could not be had. */
  image: string
  codeKey: string
  failed: boolean
  refresh: () => void
}

/** C·§7: an image of 150×30 with four characters. Each can be used once. */
export function useCaptcha(): CaptchaState {
  const { data, isFetching, error, refetch } = useRead('account.captcha', {
    height: 30,
    length: 4,
    width: 150,
    charType: 3,
    imageType: 1,
  })
  const current = isFetching ? undefined : data
  return {
    image: current?.base64Image ?? '',
    codeKey: current?.codeKey ?? '',
    failed: error !== null && !isFetching,
    refresh: () => void refetch(),
  }
}
