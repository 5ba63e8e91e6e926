import { MOST_CHUNKS, type UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'

/** Bytes from `start` up to, not including, `end`. */
export interface Span {
  start: number
  end: number
}

/** Does the request bring one of several chunks? A file in one chunk is taken as a whole. */
export const isChunked = ({ totalChunks }: UploadParameters): boolean => totalChunks > 1

/**
 * Where a chunk belongs. The last one takes what is left, so it may be longer than the others (upload-protocol.md P4).
 * @throws AppError `invalid` when the parameters contradict each other
 */
export function spanOf({ chunkNumber, chunkSize, currentChunkSize, totalSize, totalChunks }: UploadParameters): Span {
  if (totalChunks > MOST_CHUNKS) {
    throw new AppError('invalid', `分片不能超过 ${MOST_CHUNKS} 个，请加大 chunkSize 后重新上传`)
  }
  const floor = Math.max(Math.floor(totalSize / chunkSize), 1)
  if (chunkSize < 1 || (totalChunks !== floor && totalChunks !== Math.ceil(totalSize / chunkSize))) {
    throw new AppError('invalid', '分片参数有误：totalChunks 与 totalSize、chunkSize 不一致，请重新上传')
  }
  if (chunkNumber < 1 || chunkNumber > totalChunks) {
    throw new AppError('invalid', `分片参数有误：chunkNumber 应在 1 到 ${totalChunks} 之间，请重新上传`)
  }
  const start = (chunkNumber - 1) * chunkSize
  const end = chunkNumber === totalChunks ? totalSize : start + chunkSize
  if (currentChunkSize !== undefined && currentChunkSize !== end - start) throw wrongLength()
  return { start, end }
}

export const wrongLength = (): AppError => new AppError('invalid', '分片的长度与参数不一致，可能在途中被截断，请重试')

/** The spans with one more, in order and apart from each other. */
export function withSpan(spans: readonly Span[], more: Span): Span[] {
  const result: Span[] = []
  for (const span of [...spans, more].toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}

export const covers = (spans: readonly Span[], { start, end }: Span): boolean =>
  spans.some((span) => span.start <= start && end <= span.end)

/** Numbers of the chunks that are here already. @param spans in order and apart, as of withSpan */
export function chunksHere(spans: readonly Span[], params: UploadParameters): number[] {
  const here: number[] = []
  let at = 0
  for (let chunkNumber = 1; chunkNumber <= params.totalChunks; chunkNumber++) {
    const { start, end } = spanOf({ ...params, chunkNumber, currentChunkSize: undefined })
    while ((spans[at]?.end ?? end) < end) at += 1
    if ((spans[at]?.start ?? Infinity) <= start) here.push(chunkNumber)
  }
  return here
}
