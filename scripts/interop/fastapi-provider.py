"""The Case Management Service in FastAPI, written from the two documents as a development team would write it.

It is the host of the organisation `demo`, keeps everything in memory, and takes its data from the folder of the
fixtures, which is its first argument. The second argument is its port on 127.0.0.1.
"""

import json
import sys
import uuid
from pathlib import Path
from typing import Annotated, Literal

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, EmailStr, Field
from starlette.exceptions import HTTPException as StarletteHTTPException

Telephone = Annotated[str, Field(pattern=r"^\+[1-9][0-9]{1,14}$")]


class Address(BaseModel):
    line_1: str | None = None
    line_2: str | None = None
    line_3: str | None = None
    post_town: str | None = None
    county: str | None = None
    postcode: str | None = None
    uprn: str | None = None


class ClientPatch(BaseModel):
    title: str | None = None
    firstName: str | None = None
    lastName: str | None = None
    emailAddress: EmailStr | None = None
    companyName: str | None = None
    telephoneNumber: Telephone | None = None
    address: Address | None = None


class CommunicationPreferences(BaseModel):
    email: bool | None = None
    phone: bool | None = None
    sms: bool | None = None
    post: bool | None = None


class Client(ClientPatch):
    id: uuid.UUID
    status: Literal["Active", "Closed", "Invited", "NotInvited", "SendFailed"] | None = None
    middleName: str | None = None
    altTelephoneNumber: Telephone | None = None
    pronouns: str | None = None
    communicationPreferences: CommunicationPreferences | None = None
    avatarUrl: str | None = None
    dob: str | None = None
    nationality: str | None = None
    niNumber: str | None = None
    occupation: str | None = None


class User(BaseModel):
    title: str | None = None
    firstName: str | None = None
    lastName: str | None = None
    role: str | None = None
    suffix: str | None = None
    sraIDNumber: str | None = None
    telephoneNumber: str | None = None
    bio: str | None = None
    avatarUrl: str | None = None
    email: EmailStr | None = None


class OrganisationCreate(BaseModel):
    type: str | None = None
    registeredName: str | None = None
    registrationNumber: str | None = None
    sraIDNumber: str | None = None
    tradingName: str | None = None
    vatNumber: str | None = None
    websiteAddress: str | None = None
    telephoneNumber: str | None = None
    emailAddress: EmailStr | None = None
    companyLogoUrl: str | None = None
    subDomain: str | None = None
    address: Address | None = None
    user: User | None = None


class Organisation(OrganisationCreate):
    id: uuid.UUID


class CaseRecord(BaseModel):
    """The base fields of a case. Its other fields are stored and shown as they are."""

    model_config = ConfigDict(extra="allow")

    caseId: uuid.UUID
    caseType: Literal["Sale", "Purchase", "Remortgage", "Transfer"]
    reference: str | None = None
    price: float | None = None


class Message(BaseModel):
    message: str


# The data of the demo organisations.

fixtures = Path(sys.argv[1])
demo, *others = json.loads((fixtures / "demo.json").read_text())["organisations"]
permissions = {}  # of each token of this organisation
strangers = set()  # valid tokens of other organisations
for organisation in (demo, *others):
    for user in organisation["users"]:
        for key in user["tokens"]:
            if key.get("revoked"):
                continue
            if organisation is demo:
                permissions[key["token"]] = set(key["permissions"])
            else:
                strangers.add(key["token"])


def stored(names):
    records = (json.loads((fixtures / f"records/valid/{name}.json").read_text()) for name in names)
    return {uuid.UUID(record["caseId"]): record for record in records}


cases = stored(demo["cases"])
clients = {uuid.UUID(client["id"]): client for client in demo["clients"]}
organisations = [
    {name: value for name, value in one.items() if name not in ("users", "clients", "cases")} for one in (demo, *others)
]

app = FastAPI(
    title="Case Management Service",
    version="2.0",
    openapi_url="/api/v2/doc",
    docs_url=None,
    redoc_url=None,
    responses={status: {"model": Message} for status in (401, 403)},
)


@app.exception_handler(StarletteHTTPException)
async def as_message(_: Request, error: StarletteHTTPException):
    return JSONResponse({"message": str(error.detail)}, error.status_code, error.headers)


def caller(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]):
    """The permissions of the caller's token."""
    token = credentials.credentials if credentials else None
    if token in strangers:
        raise HTTPException(403, "You do not belong to this organisation.")
    if token not in permissions:
        raise HTTPException(401, "A valid API token is needed.", {"WWW-Authenticate": "Bearer"})
    return permissions[token]


def needs(permission):
    def check(granted: Annotated[set, Depends(caller)]):
        if permission not in granted:
            raise HTTPException(403, "This token does not permit the operation.")

    return [Depends(check)]


def identifier(text):
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


@app.get(
    "/api/v2/cases/{id}/data",
    dependencies=needs("cases:read"),
    response_model=CaseRecord,
    response_model_exclude_unset=True,
    responses={400: {"model": Message}, 404: {"model": Message}},
)
def get_case_data(id: str):
    if not id.strip():
        raise HTTPException(400, "The case identifier is missing.")
    record = cases.get(identifier(id))
    if record is None:
        raise HTTPException(404, "There is no such case in this organisation.")
    return record


@app.get("/api/v2/cases", dependencies=needs("cases:list"))
def list_cases():
    return {"cases": [{"caseId": record["caseId"], "caseType": record["caseType"]} for record in cases.values()]}


@app.patch(
    "/api/v2/clients/{id}",
    dependencies=needs("clients:write"),
    response_model=Client,
    response_model_exclude_unset=True,
)
def update_client(id: str, patch: ClientPatch):
    client = clients.get(identifier(id))
    if client is None:
        raise HTTPException(404, "There is no such client.")
    client.update(patch.model_dump(exclude_unset=True))
    return client


@app.post(
    "/api/v2/org",
    status_code=201,
    dependencies=needs("organisations:create"),
    response_model=Organisation,
    response_model_exclude_unset=True,
)
def create_organisation(payload: OrganisationCreate):
    if payload.subDomain and any(one.get("subDomain") == payload.subDomain for one in organisations):
        raise HTTPException(409, "This sub-domain is taken.")
    organisation = {"id": str(uuid.uuid4()), **payload.model_dump(exclude_unset=True)}
    organisations.append(organisation)
    return organisation


@app.get(
    "/api/v2/org",
    dependencies=needs("organisation:read"),
    response_model=Organisation,
    response_model_exclude_unset=True,
)
def get_organisation():
    return organisations[0]


uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning")
