import { Button } from '@fluentui/react-components'
import { DismissRegular } from '@fluentui/react-icons'

/** The cross at the top of a large dialog. */
export const CloseButton = ({ onClick }: { onClick: () => void }) => (
  <Button appearance="subtle" icon={<DismissRegular />} aria-label="关闭" onClick={onClick} />
)
