"""The Case Management Service in Python's standard library, with a state endpoint, for verifications.

It is the host of the organisation `demo` and keeps everything in memory. It takes its tokens from MEMBER_TOKEN,
RESTRICTED_TOKEN and OUTSIDER_TOKEN, prints its port as a line of JSON, and ends when its standard input closes.
"""

import json
import os
import re
import sys
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MEMBER, RESTRICTED, OUTSIDER = (os.environ[f"{name}_TOKEN"] for name in ("MEMBER", "RESTRICTED", "OUTSIDER"))
OWN, FOREIGN = "demo", "other"
ORGANISATION_OF = {MEMBER: OWN, RESTRICTED: OWN, OUTSIDER: FOREIGN}
ROUTES = [
    ("GET", r"/api/v2/cases/([^/]*)/data", "getCaseData"),
    ("GET", r"/api/v2/cases", "listCases"),
    ("PATCH", r"/api/v2/clients/([^/]*)", "updateClient"),
    ("POST", r"/api/v2/org", "createOrganisation"),
    ("GET", r"/api/v2/org", "getOrganisation"),
    ("GET", r"/api/v2/doc", "getInterfaceDescription"),
]
DESCRIPTION = {
    "openapi": "3.1.0",
    "info": {"title": "Case Management Service", "version": "2.0"},
    "paths": {
        "/api/v2/cases/{id}/data": {"get": {"operationId": "getCaseData"}},
        "/api/v2/cases": {"get": {"operationId": "listCases"}},
        "/api/v2/clients/{id}": {"patch": {"operationId": "updateClient"}},
        "/api/v2/org": {
            "get": {"operationId": "getOrganisation"},
            "post": {"operationId": "createOrganisation"},
        },
        "/api/v2/doc": {"get": {"operationId": "getInterfaceDescription"}},
    },
}

# The data. Identifiers are in lower case. Each case is kept with its organisation.
cases = {}
clients = {}
organisations = {OWN: {"id": str(uuid.uuid4()), "subDomain": OWN}}
forbidden = set()  # operations that the restricted token may not call


class Refused(Exception):
    """An answer that is not a success."""

    def __init__(self, status, message):
        super().__init__(message)
        self.answer = status, {"message": message}


# The state endpoint: not a part of the service, and never to be deployed with it.


def change_state(body):
    change = parsed(body)
    state, params = change["state"], change.get("params", {})
    case_id, client_id = (str(params.get(name, "")).lower() for name in ("caseId", "clientId"))
    if change["action"] == "teardown":
        cases.pop(case_id, None)
        clients.pop(client_id, None)
        forbidden.discard(params.get("operation"))
    elif state == "a case with this record":
        cases[case_id] = OWN, params["record"]
    elif state == "a case of this type":
        cases[case_id] = OWN, {"caseId": case_id, "caseType": params["caseType"]}
    elif state == "a case of another organisation":
        cases[case_id] = FOREIGN, {"caseId": case_id, "caseType": "Sale"}
    elif state == "no such case":
        cases.pop(case_id, None)
    elif state in ("a client with this record", "a client"):
        clients[client_id] = params.get("record", {"id": client_id})
    elif state == "no organisation with this sub-domain":
        if params["subDomain"].lower() == OWN:
            raise Refused(409, "The organisation under test has this sub-domain.")
        organisations.pop(params["subDomain"].lower(), None)
    elif state == "a caller without permission":
        forbidden.add(params["operation"])
    elif state not in ("", "a caller of another organisation"):
        raise Refused(404, f"There is no provider state '{state}'.")
    return 200, {}


# The service.


def answer(method, path, token, body):
    """Checks the credentials first: without valid ones, nothing else about the request matters."""
    if token not in ORGANISATION_OF:
        raise Refused(401, "A valid API token is needed.")
    if ORGANISATION_OF[token] != OWN:
        raise Refused(403, "You do not belong to this organisation.")
    for known_method, pattern, operation in ROUTES:
        match = re.fullmatch(pattern, path)
        if match and method == known_method:
            if token == RESTRICTED and operation in forbidden:
                raise Refused(403, "This token does not permit the operation.")
            return OPERATIONS[operation](body, *match.groups())
    raise Refused(404, "There is nothing at this path.")


def get_case_data(_, case_id):
    if case_id == "":
        raise Refused(400, "The case identifier is missing.")
    owner, record = cases.get(case_id.lower(), (None, None))
    if owner != OWN:
        raise Refused(404, "There is no such case in this organisation.")
    return 200, record


def list_cases(_):
    return 200, {"cases": [record["caseId"] for owner, record in cases.values() if owner == OWN]}


def update_client(body, client_id):
    if client_id.lower() not in clients:
        raise Refused(404, "There is no such client.")
    changes = fields(parsed(body), CHANGEABLE)
    client = clients[client_id.lower()] = {**clients[client_id.lower()], **changes}
    return 200, client


def create_organisation(body):
    payload = fields(parsed(body), ORGANISATION)
    sub_domain = payload.get("subDomain", str(uuid.uuid4())).lower()
    if sub_domain in organisations:
        raise Refused(409, "This sub-domain is taken.")
    organisations[sub_domain] = {"id": str(uuid.uuid4()), **payload}
    return 201, organisations[sub_domain]


def get_organisation(_):
    return 200, organisations[OWN]


def get_interface_description(_):
    return 200, DESCRIPTION


OPERATIONS = {
    "getCaseData": get_case_data,
    "listCases": list_cases,
    "updateClient": update_client,
    "createOrganisation": create_organisation,
    "getOrganisation": get_organisation,
    "getInterfaceDescription": get_interface_description,
}


# Bodies.


def text(value):
    return isinstance(value, str)


def email(value):
    return text(value) and re.fullmatch(r"[^@\s]+@[^@\s]+", value) is not None


def telephone_number(value):
    return text(value) and re.fullmatch(r"\+[1-9][0-9]{1,14}", value) is not None


def object_of(known):
    """An object whose known members are right. Its other members may be anything."""
    return lambda value: isinstance(value, dict) and all(
        is_right(value[name]) for name, is_right in known.items() if name in value
    )


def texts(*names):
    return dict.fromkeys(names, text)


ADDRESS = object_of(texts("line_1", "line_2", "line_3", "post_town", "county", "postcode", "uprn"))
CHANGEABLE = {
    **texts("title", "firstName", "lastName", "companyName"),
    "emailAddress": email,
    "telephoneNumber": telephone_number,
    "address": ADDRESS,
}
USER = texts(
    "title", "firstName", "lastName", "role", "suffix", "sraIDNumber", "telephoneNumber", "bio", "avatarUrl"
)
ORGANISATION = {
    **texts("type", "registeredName", "registrationNumber", "sraIDNumber", "tradingName", "vatNumber"),
    **texts("websiteAddress", "telephoneNumber", "companyLogoUrl", "subDomain"),
    "emailAddress": email,
    "address": ADDRESS,
    "user": object_of({**USER, "email": email}),
}


def parsed(body):
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused(400, "The body is not valid JSON.") from None
    if not isinstance(value, dict):
        raise Refused(400, "The body must be a JSON object.")
    return value


def fields(body, known):
    """The known fields of a body. If one of them has a wrong value, the whole body is refused."""
    for name, is_right in known.items():
        if name in body and not is_right(body[name]):
            raise Refused(400, f"{name} has the wrong type or format.")
    return {name: value for name, value in body.items() if name in known}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body of an answer are sent together

    def handle_request(self):
        # Always read, since an unread body would be the beginning of the next request on the connection.
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?", 1)[0]
        token = re.fullmatch(r"Bearer +(\S+)", self.headers.get("Authorization", ""), re.IGNORECASE)
        try:
            with lock:
                if (self.command, path) == ("POST", "/provider-states"):
                    status, value = change_state(body)
                else:
                    status, value = answer(self.command, path, token and token[1], body)
        except Refused as refused:
            status, value = refused.answer
        except KeyError as missing:
            status, value = 400, {"message": f"{missing} is missing."}
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_request

    def log_message(self, *_):
        """Does not log requests, since the standard error is only for errors."""


lock = threading.Lock()
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps({"port": server.server_port}), flush=True)
sys.stdin.read()
