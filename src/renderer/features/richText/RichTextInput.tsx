import { Spinner } from '@fluentui/react-components'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import type { RichTextProps } from './types.ts'

let loaded: ComponentType<RichTextProps> | undefined
let loading: Promise<{ default: ComponentType<RichTextProps> }> | undefined

/** Loads the editor before a form needs it; repeated calls share one load. */
export const loadRichText = (): Promise<{ default: ComponentType<RichTextProps> }> => {
  const load = async (): Promise<{ default: ComponentType<RichTextProps> }> => {
    try {
      loaded = (await import('./RichText.tsx')).RichText
    } catch (error) {
      // After a failure the next form tries to load it again.
      loading = undefined
      throw error
    }
    return { default: loaded }
  }
  loading ??= load()
  return loading
}
const LazyRichText = lazy(loadRichText)

/** Rich text as an input; the editor is loaded on first use. */
export function RichTextInput(props: RichTextProps) {
  // A loaded editor is rendered with the form: a lazy component takes one more step even then. Decided once, because
  // changing the component would create another editor.
  const [Ready] = useState(() => loaded)
  if (Ready) return <Ready {...props} />
  return (
    <Suspense fallback={<Spinner size="small" label="正在加载编辑器…" style={{ minHeight: props.minHeight ?? 320 }} />}>
      <LazyRichText {...props} />
    </Suspense>
  )
}
