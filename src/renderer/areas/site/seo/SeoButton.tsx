import { Button, Tooltip } from '@fluentui/react-components'

/** 设置SEO of one row; with a refusal it stays and says why it can't be used. */
export function SeoButton({
  name,
  onClick,
  refusal = null,
}: {
  name: string
  onClick: () => void
  refusal?: string | null
}) {
  const button = (
    <Button size="small" aria-label={`设置SEO ${name}`} disabledFocusable={refusal !== null} onClick={onClick}>
      设置SEO
    </Button>
  )
  return refusal === null ? (
    button
  ) : (
    <Tooltip content={refusal} relationship="description">
      {button}
    </Tooltip>
  )
}
