import { Button, Tooltip } from '@fluentui/react-components'
import { CopyRegular } from '@fluentui/react-icons'
import { useCopy } from './useCopy.ts'

/** Copies a text and shows a toast. */
export function CopyButton({ name, text }: { name: string; text: string }) {
  const copy = useCopy()
  return (
    <Tooltip content={`复制${name}`} relationship="label">
      <Button appearance="subtle" size="small" icon={<CopyRegular />} onClick={() => void copy(name, text)} />
    </Tooltip>
  )
}
