import { useEffect, useState } from 'react'
import { UPLOAD_RULES } from '#shared/contract/upload.ts'
import { readAsDataUrl, loadImage } from './crop.ts'

export interface CropSource {
  name: string
  url: string
  image: HTMLImageElement
}

type State = { of: File | null; source: CropSource | null; problem: string }

/** The reason, known before reading, why a file can't be cropped; '' when it may be read. */
function cropProblem({ name, size }: { name: string; size: number }): string {
  const { extensions, limitMb } = UPLOAD_RULES.image
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!extensions.includes(ending)) return `请上传 ${extensions.join(',')} 的格式!`
  return size > limitMb * 1024 * 1024 ? `文件大小不能大于${limitMb}M!` : ''
}

async function loadSource(file: File): Promise<CropSource> {
  const url = await readAsDataUrl(file)
  return { name: file.name, url, image: await loadImage(url) }
}

/** The chosen file as an image to crop; `problem` when it isn't one. */
export function useCropSource(file: File | null): { source: CropSource | null; problem: string; reading: boolean } {
  const refused = file ? cropProblem(file) : ''
  const [state, setState] = useState<State>({ of: null, source: null, problem: '' })
  useEffect(() => {
    if (!file || refused) return undefined
    let isActive = true
    const finish = (source: CropSource | null, problem: string): void => {
      if (isActive) setState({ of: file, source, problem })
    }
    loadSource(file).then(
      (source) => finish(source, ''),
      () => finish(null, `“${file.name}”无法打开，请更换图片`),
    )
    return () => {
      isActive = false
    }
  }, [file, refused])
  if (!file || refused) return { source: null, problem: refused, reading: false }
  const known = state.of === file
  return { source: known ? state.source : null, problem: known ? state.problem : '', reading: !known }
}
