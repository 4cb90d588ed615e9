import { Loader, Stack, Text } from '@mantine/core'
import type { EnvironmentKind } from '../../../../shared/domain/installation.ts'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'

export function Moving({ to }: { readonly to: EnvironmentKind }) {
  const say = useWords(goLiveWords)
  return (
    <Stack component="output" align="center" p="xl">
      <Loader size="lg" aria-hidden />
      <Text size="lg">{say('moving', { where: say(to) })}</Text>
      <Text>{say('moving_text')}</Text>
    </Stack>
  )
}
