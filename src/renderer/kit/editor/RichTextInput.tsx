import { Spinner } from '@fluentui/react-components'
import { lazy, Suspense } from 'react'
import type { RichTextProps } from './types.ts'

const RichText = lazy(async () => ({ default: (await import('./RichText.tsx')).RichText }))

/** Rich text as an input; the editor is loaded on first use. */
export const RichTextInput = (props: RichTextProps) => (
  <Suspense fallback={<Spinner size="small" label="正在加载编辑器…" style={{ minHeight: props.minHeight ?? 320 }} />}>
    <RichText {...props} />
  </Suspense>
)
