import { Button, Tooltip } from '@fluentui/react-components'
import { CopyRegular } from '@fluentui/react-icons'
import { useToast } from './useToast.ts'

/** Copies a text; C·§8 words the answer: 复制{text}成功 / 复制{text}失败. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const toast = useToast()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(`复制${name}成功`)
    } catch {
      toast.error(`复制${name}失败`)
    }
  }
  return (
    <Tooltip content={`复制${name}`} relationship="label">
      <Button appearance="subtle" size="small" icon={<CopyRegular />} onClick={() => void copy()} />
    </Tooltip>
  )
}
