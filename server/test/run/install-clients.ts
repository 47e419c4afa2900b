// Brings the programs of other people that a part of the long run needs, as a program beside the parts before it.
import { installClients } from '../support/clients-package.ts';

installClients();
