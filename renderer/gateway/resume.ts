import paths from 'virtual:paths'
import { callEndpoint } from '../../shared/api/call.ts'
import { currentLanguage } from '../words/language.ts'
import { fetchInTime } from './api.ts'
import { forgetToken, keptToken, type Session, setSignedIn } from './session.ts'

/** Runs before anything is drawn: after a reload the page continues its session, if the gateway still has it. */
export async function resumeSession(): Promise<void> {
  const token = keptToken()
  if (token === null) return
  try {
    const baseUrl = `${window.location.origin}/operator/v1`
    const options = { baseUrl, token, language: currentLanguage(), fetch: fetchInTime }
    const shown = (await callEndpoint(paths.operator.session, {}, options)) as Omit<Session, 'token'>
    setSignedIn({ token, ...shown })
  } catch {
    forgetToken()
  }
}
