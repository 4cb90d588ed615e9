import type { approvalsRows } from '../../../../shared/api/operator/approvals.ts'
import type { peopleRows } from '../../../../shared/api/operator/people.ts'
import type { sessionRows } from '../../../../shared/api/operator/session.ts'
import type { HandlersOf } from '../../http/call.ts'
import { approve } from './approve.ts'
import type { PeopleDeps } from './deps.ts'
import { changePin, choosePin } from './own-pin.ts'
import { lockSession, showSession, signIn, signOut, unlockSession } from './session.ts'
import { setUp, showSetup } from './setup.ts'
import {
  createPerson,
  disablePerson,
  enablePerson,
  listNames,
  listPeople,
  setOutlets,
  setPin,
  setRole,
} from './staff.ts'

export const peopleRoutes = (
  parts: PeopleDeps,
): HandlersOf<typeof approvalsRows & typeof peopleRows & typeof sessionRows> => ({
  setup: showSetup(parts),
  setUp: setUp(parts),
  signIn: signIn(parts),
  choosePin: choosePin(parts),
  signOut: signOut(parts),
  session: showSession(parts),
  lock: lockSession(parts),
  unlock: unlockSession(parts),
  changePin: changePin(parts),
  approve: approve(parts),
  peopleNames: listNames(parts),
  listPeople: listPeople(parts),
  createPerson: createPerson(parts),
  setPin: setPin(parts),
  setRole: setRole(parts),
  setOutlets: setOutlets(parts),
  disablePerson: disablePerson(parts),
  enablePerson: enablePerson(parts),
})
