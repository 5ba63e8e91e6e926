import { Button, Tooltip } from '@fluentui/react-components'

/** The button 设置SEO of a row; with a refusal it is disabled and shows the reason. */
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
